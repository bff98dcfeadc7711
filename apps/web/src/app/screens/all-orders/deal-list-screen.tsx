import { OrdersScreen } from './orders-screen.tsx';

/** /dealList: orders of all products, opened on what is over. */
export default function DealListScreen() {
  return <OrdersScreen first="closed" />;
}
