import { addTexts } from '../../i18n.ts';
import coming from '../en/coming.json';

addTexts({ coming });
