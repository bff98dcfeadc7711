import { DeskScreen } from '../../desk/desk-screen.tsx';
import { SPOT } from './product.ts';

/** /deal: spot trading. */
export default function DealScreen() {
  return <DeskScreen product={SPOT} />;
}
