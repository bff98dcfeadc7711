import { addTexts } from '../../i18n.ts';
import cfd from '../en/cfd.json';

// Of contracts: their trading screen and their positions.
addTexts({ cfd });
