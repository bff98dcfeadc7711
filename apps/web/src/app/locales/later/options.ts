import { addTexts } from '../../i18n.ts';
import lesson from '../en/lesson.json';
import options from '../en/options.json';

// Of delivery contracts: their trading screen and their positions.
addTexts({ lesson, options });
