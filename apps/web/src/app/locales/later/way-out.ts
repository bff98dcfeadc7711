import { addTexts } from '../../i18n.ts';
import wayOut from '../en/wayOut.json';
import './wallet.ts';

// Of the page about taking money out, which is one of the asset area to whoever has one.
addTexts({ wayOut });
