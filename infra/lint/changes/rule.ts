import type { Change } from './calls.ts';
import { objectOf, type Reach, Reaches } from './reach.ts';
import { bindingOf, childrenOf, type File, type Node } from './syntax.ts';

/** Not what somebody presses: something was closed, left or typed, or it happens to a part that stands within. */
const otherEvents =
  /^on(Close|Dismiss|OptionSubmit|Blur|Focus|KeyDown|KeyUp|Exit\w*|Error|Load|Mouse\w+|Pointer\w+|Animation\w+)$/;

/** Draws nothing itself: what stands within bears the mark. */
const drawsNothing = 'FileButton';

const isComponent = (name: string): boolean => /^[A-Z]\w*$/.test(name);

const elementName = (node: Node): string =>
  node.type === 'JSXMemberExpression' ? `${elementName(node.object)}.${node.property.name}` : node.name;

/**
 * Elements of the page or of the kit whose handlers change something, by whatever way, and that do not bear the mark
 * `data-changes` by which `HeldControls` (web/app/standing) holds them; each with the file and line.
 */
export function changeProblems(files: readonly File[], calls: ReadonlyMap<string, Change>): string[] {
  const reaches = new Reaches(files, calls);
  let found: string[] = [];
  reaches.settle(() => {
    found = [];
    for (const file of files) look(file, file.program);
  });
  return found;

  function look(file: File, node: Node): void {
    if (node.type === 'JSXElement') lookAtElement(file, node);
    // Calls pass their arguments on wherever they stand.
    if (node.type === 'CallExpression') reaches.of(file, node);
    for (const child of childrenOf(node)) look(file, child);
  }

  function lookAtElement(file: File, element: Node): void {
    const { openingElement: opening } = element;
    const props = propsOf(file, opening);
    const name = elementName(opening.name);
    const component = isComponent(name) && reaches.functionOf(file, name, opening);
    if (component) {
      reaches.pass(component, 0, objectOf(props));
      return;
    }
    // lazy(…) and the like take their props elsewhere.
    if (isComponent(name) && bindingOf(file, name, opening)?.kind === 'value') return;
    for (const [prop, { changes }] of props) {
      const change = changes.has('workspace') ? 'workspace' : [...changes][0];
      if (!change || !/^on[A-Z]/.test(prop) || otherEvents.test(prop)) continue;
      if (name === drawsNothing ? isMarkedWithin(element, change) : isMarked(opening, change)) continue;
      const line = file.text.slice(0, opening.start).split('\n').length;
      const mark = change === 'account' ? 'data-changes="account"' : 'data-changes';
      found.push(`${file.path}:${line}: ${prop} of <${name}> changes the ${change}; it needs ${mark}.`);
      return;
    }
  }

  function propsOf(file: File, opening: Node): Map<string, Reach> {
    const props = new Map<string, Reach>();
    for (const attribute of opening.attributes as Node[]) {
      if (attribute.type === 'JSXSpreadAttribute')
        for (const [name, reach] of reaches.of(file, attribute.argument).members ?? [])
          props.set(name, reach);
      else if (attribute.value?.type === 'JSXExpressionContainer')
        props.set(attribute.name.name, reaches.of(file, attribute.value.expression));
    }
    return props;
  }
}

/** A mark that is worked out is the component's own affair. */
function isMarked(opening: Node, change: Change): boolean {
  const mark = opening.attributes.find(({ name }: Node) => name?.name === 'data-changes');
  if (!mark) return false;
  if (mark.value?.type === 'JSXExpressionContainer') return true;
  return (mark.value?.value === 'account') === (change === 'account');
}

const isMarkedWithin = (node: Node, change: Change): boolean =>
  (node.type === 'JSXOpeningElement' && isMarked(node, change)) ||
  childrenOf(node).some((child) => isMarkedWithin(child, change));
