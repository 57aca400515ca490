import { Button, Flex } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Steps } from '../Steps.tsx';

type Problems = Record<string, string>;

/** The step that the address names, from 0; a page that was loaded anew has nothing of what was filled in, and begins. */
function useStep(count: number): [step: number, show: (step: number) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [furthest, setFurthest] = useState(0);
  const named = Math.trunc(Number(params.get('step') ?? 1)) - 1;
  const show = (step: number, options: { replace?: boolean } = {}) => {
    setFurthest((before) => Math.max(before, step));
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (step === 0) after.delete('step');
        else after.set('step', String(step + 1));
        return after;
      },
      { state, ...options },
    );
  };
  const begin = useEffectEvent(() => {
    if (params.has('step')) show(0, { replace: true });
  });
  useEffect(() => begin(), []);
  return [Math.max(0, Math.min(named || 0, furthest, count - 1)), show];
}

/**
 * Where somebody is in a form of several steps. One goes back and forth freely, also by the browser's Back; a step that
 * was left says what is missing in it, and the last button goes to the first step that is not complete.
 * @param problemsOf what is missing in a step, by field
 * @param onMove called when another step is shown
 */
export function useWizard(
  names: readonly string[],
  problemsOf: (step: number) => Problems,
  onMove: () => void = () => undefined,
) {
  const [step, setStep] = useStep(names.length);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  /** How often the last button found something missing. */
  const [refused, setRefused] = useState(0);
  const isComplete = (at: number) => Object.keys(problemsOf(at)).length === 0;
  const shown = useRef(step);
  const moved = useEffectEvent(() => {
    if (shown.current === step) return;
    const before = shown.current;
    shown.current = step;
    setLeft((all) => new Set(all).add(before));
    onMove();
  });
  useEffect(() => {
    void step;
    moved();
  }, [step]);
  /** Whether nothing is missing; else the first step that lacks something is shown. */
  function complete(): boolean {
    const lacking = names.findIndex((_, at) => !isComplete(at));
    if (lacking < 0) return true;
    setLeft(new Set(names.keys()));
    setStep(lacking);
    setRefused((times) => times + 1);
    return false;
  }
  const missing = new Set([...left].filter((at) => at !== step && !isComplete(at)));
  return {
    names,
    step,
    go: setStep,
    complete,
    refused,
    missing,
    problems: left.has(step) ? problemsOf(step) : {},
  };
}

interface WizardProps {
  wizard: ReturnType<typeof useWizard>;
  onCancel: () => void;
  /** The button of the last step. */
  finish: ReactNode;
  /** The step that is shown. */
  children: ReactNode;
}

/** A form of several steps: their names, the one that is shown, and the way back and on. */
export function Wizard({
  wizard: { names, step, go, refused, missing },
  onCancel,
  finish,
  children,
}: WizardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = true;
    void step;
  }, [step]);
  useEffect(() => {
    if (refused > 0)
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [refused]);
  return (
    <>
      <Steps names={names} at={step} missing={missing} onGo={go} heading={heading} />
      <div ref={body}>{children}</div>
      <Flex
        gap={12}
        justify="space-between"
        mt={24}
        pt={16}
        style={{ borderTop: '1px solid var(--db-line)' }}
      >
        {step === 0 ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconChevronLeft size={17} />} onClick={() => go(step - 1)}>
            Previous
          </Button>
        )}
        {step < names.length - 1 ? (
          <Button rightSection={<IconChevronRight size={17} />} onClick={() => go(step + 1)}>
            Next
          </Button>
        ) : (
          finish
        )}
      </Flex>
    </>
  );
}
