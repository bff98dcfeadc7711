import { addTexts } from '../../i18n.ts';
import panels from '../en/panels.json';

// Of what stands side by side on a desk.
addTexts({ panels });
