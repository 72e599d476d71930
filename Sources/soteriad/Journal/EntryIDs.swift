import Systemd

extension EntryKind {
    /// The id in the catalog.
    var id: MessageID {
        switch self {
        case .started: MessageID(high: 0xcd93_5025_cf97_4510, low: 0xaf51_863d_3e88_2ef1)
        case .stopping: MessageID(high: 0x2f4a_56e6_bbf2_4c2d, low: 0xafbd_21e2_28fa_bcdc)
        case .rulesLoaded: MessageID(high: 0x9a61_7126_e46e_4195, low: 0xad28_085c_82a4_7db1)
        case .rulesRefused: MessageID(high: 0x8679_c421_dfdb_4d44, low: 0x8763_1dcd_3545_cc79)
        case .quietHoursBegan: MessageID(high: 0xcdd7_99f7_7a00_4f3f, low: 0x916c_90dc_7dbe_f97f)
        case .quietHoursEnded: MessageID(high: 0x0825_d507_7b56_436c, low: 0xbdf8_5284_de4e_aa68)
        case .block: MessageID(high: 0x96fb_9aa6_9f6d_409b, low: 0x841f_6a0d_c882_3e5c)
        case .unblock: MessageID(high: 0xf3a9_344d_eef9_41cb, low: 0xab4b_32b3_172b_ae8c)
        case .update: MessageID(high: 0x8389_a4a9_0bf9_4c85, low: 0x94f9_6fdb_4db4_bc08)
        case .protectionStarted: MessageID(high: 0x154d_bb5d_ee97_4502, low: 0x8011_a003_372d_b7d7)
        case .protectionEnded: MessageID(high: 0x0245_7fc7_71f8_4f49, low: 0xaa78_2969_969d_6632)
        case .clockJumped: MessageID(high: 0x7403_d87f_48c4_4304, low: 0xbeec_36d4_31b0_3d34)
        case .clockAdopted: MessageID(high: 0x338e_8917_fa96_4650, low: 0x8345_02e5_b085_cc40)
        case .zoneChanged: MessageID(high: 0x26e1_1d9f_3bd4_416f, low: 0x810d_4104_d0ad_8c50)
        case .switched: MessageID(high: 0x69cb_3241_e87e_4f15, low: 0xb4ba_2761_7000_7778)
        case .monitoringChanged: MessageID(high: 0x6301_6d9f_6b2c_4be6, low: 0xae3d_340b_7d16_ebfa)
        case .storeDamaged: MessageID(high: 0xdf97_34f4_43bb_40b3, low: 0xadb4_d946_5ef4_f7fb)
        case .storeFailing: MessageID(high: 0x9850_d80e_718f_4a95, low: 0xbe15_5f38_dce8_3f70)
        case .storeRecovered: MessageID(high: 0x2ffe_0fcf_8405_4fad, low: 0x8131_5072_51c6_e7e5)
        case .riskAssessed: MessageID(high: 0x6f65_9faa_a3d3_4ffc, low: 0xb298_83ed_0ce5_c4f4)
        case .subscriberDropped: MessageID(high: 0x0487_4476_3cb0_4e8a, low: 0x841c_7260_f360_d622)
        case .otherUserRefused: MessageID(high: 0xe6d2_2187_42f1_4992, low: 0xa344_353e_e900_68b4)
        case .attempted: MessageID(high: 0x4849_f67f_0298_4e64, low: 0x98cd_f856_fcbe_8b69)
        case .unblockRequested: MessageID(high: 0xcd4f_09cd_cece_4957, low: 0xa2e2_71a9_56da_02a1)
        case .blockKept: MessageID(high: 0xe877_0e45_5284_4e0c, low: 0xb59c_982f_3e5f_afb4)
        case .unblocked: MessageID(high: 0x7840_be07_d216_4c7f, low: 0x8806_b050_6811_5d8a)
        case .requestClosed: MessageID(high: 0xea7d_a966_59e9_4e11, low: 0x9a2a_e0cb_ad50_7d07)
        case .grantEnded: MessageID(high: 0x7cf6_f252_4622_4745, low: 0x8146_d76b_407c_bb0e)
        case .autoProtectionBegan:
            MessageID(high: 0xb8da_2e7c_dfc1_4fff, low: 0xad72_5f9e_5c7e_8cba)
        case .protectionReleased: MessageID(high: 0x79c8_f60d_0a4f_4d55, low: 0xb3e9_275f_1716_5aee)
        case .quietHoursSuggested:
            MessageID(high: 0xbf24_ab1c_1166_44bb, low: 0x828d_7c49_2413_9436)
        case .checkInOpened: MessageID(high: 0xcbd7_d87d_67ee_422f, low: 0xbe9c_6e0e_8acf_45de)
        case .checkInAnswered: MessageID(high: 0xaa0c_387b_d7b8_470a, low: 0x88b0_b0ae_9d15_8de0)
        case .checkInLapsed: MessageID(high: 0xd981_7c15_2e8d_4444, low: 0x968f_3d72_8aa9_f27b)
        case .budgetReached: MessageID(high: 0x0f41_6a8f_3db8_4e9a, low: 0xa692_5ddb_565b_4723)
        case .budgetReset: MessageID(high: 0x5e38_28ad_6649_4b17, low: 0xacc2_cc29_96a3_667e)
        case .usageEnded: MessageID(high: 0x1598_2817_f066_4dce, low: 0x8a35_0116_b502_d0d5)
        case .outcomeLogged: MessageID(high: 0xa195_4c8e_db98_49b1, low: 0x8df6_b81a_9c89_c2b7)
        case .goalReached: MessageID(high: 0x43aa_8705_cb89_4944, low: 0x97d4_4e47_2664_5b6b)
        case .riskyHourTold: MessageID(high: 0x2d52_734f_7dce_41b3, low: 0xab70_bc7b_f788_e271)
        case .rulesWeakened: MessageID(high: 0x5672_f569_e621_4989, low: 0xb6d2_d48b_e1c3_1b99)
        case .editWaits: MessageID(high: 0x5399_7fe0_f792_4a5d, low: 0xb2e3_9dbc_1d3e_fca6)
        case .editInForce: MessageID(high: 0x068d_050c_b51c_4a10, low: 0x8f5f_c0fb_0fe4_1ed6)
        case .editCancelled: MessageID(high: 0x686d_c892_9b41_4dca, low: 0x9346_7f9f_b549_a5a7)
        case .gap: MessageID(high: 0xecca_3470_02a8_4132, low: 0x803d_92ff_27ce_7b37)
        case .recordRestored: MessageID(high: 0xaa78_55ee_5b15_4188, low: 0x81ae_16db_aa4d_f734)
        case .retained: MessageID(high: 0x5e4f_6ac0_5683_4b32, low: 0xafd8_b130_6f2c_0282)
        case .recordHead: MessageID(high: 0xcd8e_4be9_2961_4777, low: 0x80d2_6f0e_fbde_4e34)
        }
    }
}
