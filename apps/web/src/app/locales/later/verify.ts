import { addTexts } from '../../i18n.ts';
import verify from '../en/verify.json';
import './receipts.ts';

// Of the page that checks receipts.
addTexts({ receipts: verify });
