
function init() {
    return new SoteriaFocus();
}
