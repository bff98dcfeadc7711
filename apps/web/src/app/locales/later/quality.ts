import { addTexts } from '../../i18n.ts';
import quality from '../en/quality.json';

// Of the public page about how contracts were executed.
addTexts({ quality });
