import { addTexts } from '../../i18n.ts';
import lesson from '../en/lesson.json';
import options from '../en/options.json';
import terms from '../en/terms.json';

// Of delivery contracts: their trading screen with their terms, and their positions.
addTexts({ lesson, options, terms });
