import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { toastArea } from './toast.ts';
import { whenIdle } from './when-idle.ts';

const ToastArea = lazy(toastArea.load);

/** Where toasts appear; nothing until the first one. */
export function ToastHost() {
  const wanted = useAtomValue(toastArea.wanted);
  useEffect(() => {
    whenIdle(() => void toastArea.load().catch(() => undefined));
  }, []);
  return <Suspense fallback={null}>{wanted && <ToastArea />}</Suspense>;
}
