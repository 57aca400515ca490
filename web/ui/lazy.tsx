import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const Placeholder = createContext<ReactNode>(null);

interface WhileLoadingProps {
  /** What stands in the place of each lazy part below that is not there yet. */
  show: ReactNode;
  children: ReactNode;
}

/** Says what is shown until the lazy parts directly below are there; without it nothing is. */
export function WhileLoading({ show, children }: WhileLoadingProps) {
  return <Placeholder value={show}>{children}</Placeholder>;
}

/**
 * A component that is fetched when it is first shown. Unlike React's own, which holds back what comes after a placeholder
 * until 300 ms have passed since it was drawn, it is shown as soon as it is there: pages stand in each other three deep,
 * and each would wait by itself.
 * @param load the module, asked for again after a failure; the error is thrown where the part stands
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`: whatever properties the part has.
export function lazy<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): Part {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const fetchPart = () => {
    loading ??= load().then(
      (module) => {
        part = module.default;
        return part;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Lazy(props: object) {
    const placeholder = useContext(Placeholder);
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [Shown, show] = useState<Part | undefined>(() => {
      // Here and not in the effect, which runs when the placeholder has been drawn.
      if (!part) fetchPart().catch(() => undefined);
      return part;
    });
    useEffect(() => {
      if (Shown) return;
      let gone = false;
      fetchPart().then(
        (loaded) => !gone && show(() => loaded),
        (error) => !gone && setFailure({ error }),
      );
      return () => {
        gone = true;
      };
    }, [Shown]);
    if (failure) throw failure.error;
    if (!Shown) return placeholder;
    const Content: ComponentType<object> = Shown;
    return (
      <Placeholder value={null}>
        <Content {...props} />
      </Placeholder>
    );
  }
  return Lazy as unknown as Part;
}
