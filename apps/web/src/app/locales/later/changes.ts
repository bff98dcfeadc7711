import { addTexts } from '../../i18n.ts';
import terms from '../en/terms.json';
import './content.ts';

// Of the public log of changes.
addTexts({ terms });
