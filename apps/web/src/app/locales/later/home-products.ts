import { addTexts } from '../../i18n.ts';
import homeProducts from '../en/homeProducts.json';

// Of what the home page offers beside its markets.
addTexts({ homeProducts });
