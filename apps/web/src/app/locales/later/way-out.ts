import { addTexts } from '../../i18n.ts';
import wayOut from '../en/wayOut.json';

// Of the public page about taking money out.
addTexts({ wayOut });
