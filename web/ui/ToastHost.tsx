import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { lazy } from './lazy.tsx';
import { toastArea } from './toast.ts';
import { whenIdle } from './when-idle.ts';

const ToastArea = lazy(toastArea.load);

/** Where toasts appear; nothing until the first one. */
export function ToastHost() {
  const wanted = useAtomValue(toastArea.wanted);
  useEffect(() => {
    whenIdle(() => void toastArea.load().catch(() => undefined));
  }, []);
  return wanted && <ToastArea />;
}
