import { addTexts } from '../../i18n.ts';
import loans from '../en/loans.json';

addTexts({ loans });
