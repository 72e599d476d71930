
export default SoteriaFocus;
