import { addTexts } from '../../i18n.ts';
import loans from '../en/loans.json';
import secured from '../en/secured.json';

addTexts({ loans, secured });
