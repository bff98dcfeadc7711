import { OrdersScreen } from './orders-screen.tsx';

/** /positionList: orders of all products, opened on what is in trade. */
export default function PositionListScreen() {
  return <OrdersScreen first="trade" />;
}
