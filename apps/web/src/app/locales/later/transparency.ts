import { addTexts } from '../../i18n.ts';
import transparency from '../en/transparency.json';

// Of the public page about custody and the accounts of the house.
addTexts({ transparency });
