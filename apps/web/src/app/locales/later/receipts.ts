import { addTexts } from '../../i18n.ts';
import receipts from '../en/receipts.json';

// Of the alarm about signed heads, which comes after the screen.
addTexts({ receipts });
