import { Button, Flex } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Steps } from '../Steps.tsx';

type Problems = Record<string, string>;

/**
 * Where somebody is in a form of several steps, and what is wrong there once Next was pressed. One goes back freely,
 * and forwards only past steps without problems.
 * @param problemsOf what keeps a step from being left, by field
 * @param onMove called when another step is shown
 */
export function useWizard(
  names: readonly string[],
  problemsOf: (step: number) => Problems,
  onMove: () => void = () => undefined,
) {
  const [step, setStep] = useState(0);
  /** How often Next found something wrong in this step. */
  const [refused, setRefused] = useState(0);
  function go(to: number) {
    for (let at = step; at < to; at++)
      if (Object.keys(problemsOf(at)).length > 0) {
        setStep(at);
        setRefused((times) => times + 1);
        return;
      }
    setRefused(0);
    setStep(to);
    onMove();
  }
  return { names, step, go, refused, problems: refused > 0 ? problemsOf(step) : {} };
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
export function Wizard({ wizard: { names, step, go, refused }, onCancel, finish, children }: WizardProps) {
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
      <Steps names={names} at={step} onGo={go} heading={heading} />
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
