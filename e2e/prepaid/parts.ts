import { prepaid } from '../../modules/orders/testing/prepaid/part.ts';
import { CONTRACT } from './contract.ts';

/** What the server of the test run has beside the product. */
export const parts = [{ ...prepaid, markets: [CONTRACT] }];
