import { addTexts } from '../../i18n.ts';
import cfd from '../en/cfd.json';
import lesson from '../en/lesson.json';
import terms from '../en/terms.json';

// Of contracts: their trading screen with their terms, and their positions.
addTexts({ cfd, lesson, terms });
