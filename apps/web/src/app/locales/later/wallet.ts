import { addTexts } from '../../i18n.ts';
import addresses from '../en/addresses.json';
import deposits from '../en/deposits.json';
import purchases from '../en/purchases.json';
import wallet from '../en/wallet.json';

// Of the asset area.
addTexts({ addresses, deposits, purchases, wallet });
