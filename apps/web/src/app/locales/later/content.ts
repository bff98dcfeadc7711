import { addTexts } from '../../i18n.ts';
import coming from '../en/coming.json';
import content from '../en/content.json';

// An address without a text of its own shows what a wrong address shows.
addTexts({ coming, content });
