import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { toastArea } from './toast.ts';

const ToastArea = lazy(toastArea.load);
const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 2_000));

/** Where toasts appear; nothing until the first one. */
export function ToastHost() {
  const wanted = useAtomValue(toastArea.wanted);
  useEffect(() => {
    whenIdle(() => void toastArea.load().catch(() => undefined));
  }, []);
  return <Suspense fallback={null}>{wanted && <ToastArea />}</Suspense>;
}
