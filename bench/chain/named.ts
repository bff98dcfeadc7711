import { accountOf } from '@assay/platform/chain/testing/scripted-chain';
import type { Hex } from 'viem';

export const CHAIN_ID = 1;
export const TOKEN = accountOf('token');
export const addressOf = (index: number): Hex => accountOf('address', index);
