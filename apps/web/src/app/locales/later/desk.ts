import { addTexts } from '../../i18n.ts';
import desk from '../en/desk.json';
import orderStatus from '../en/orderStatus.json';
import spot from '../en/spot.json';
import './candles.ts';

addTexts({ desk, orderStatus, spot });
