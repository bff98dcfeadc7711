import { Bind } from './bind.tsx';

/** /setting/email */
export default function BindEmailScreen() {
  return <Bind kind="email" />;
}
