import { addTexts } from '../../i18n.ts';
import wallet from '../en/wallet.json';

// Of the asset area.
addTexts({ wallet });
