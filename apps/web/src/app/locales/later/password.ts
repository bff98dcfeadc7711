import { addTexts } from '../../i18n.ts';
import password from '../en/password.json';

// Of a new password, which few set.
addTexts({ password });
