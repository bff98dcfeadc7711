import { addTexts } from '../../i18n.ts';
import verify from '../en/verify.json';

// Of the page that checks receipts; what its alarm says comes with the app.
addTexts({ receipts: verify });
