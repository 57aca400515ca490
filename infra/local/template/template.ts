import { generatedName, isDeploymentHelper, namingOf, typesWithoutLocalPart } from './resource-types.ts';
import {
  type Place,
  type Properties,
  type Resource,
  type Stack,
  TemplateError,
  type TemplateResource,
} from './types.ts';

/** The description of the cloud after resolving: what the local services are made from. */
export interface CloudDescription {
  resources: Resource[];
  ofType(...types: string[]): Resource[];
  /** The resource that an ARN names; a stream's ARN names its table. */
  byArn(arn: string): Resource | undefined;
  /** Outputs of all stacks, by `<stack>.<output>`. */
  outputs: Record<string, string>;
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands for a property that `AWS::NoValue` takes away. */
const nothing = Symbol('AWS::NoValue');

/**
 * Resolves the templates of all stacks against each other.
 * @throws TemplateError for a resource type that is neither run nor known to need nothing, for an intrinsic
 * function that is not known, and for a reference to nothing.
 */
export function resolveTemplates(stacks: Stack[], place: Place): CloudDescription {
  const exports = new Map<string, { stack: Stack; value: Json }>();
  for (const stack of stacks)
    for (const output of Object.values(stack.template.Outputs ?? {}))
      if (output.Export)
        exports.set(String(resolve(output.Export.Name, stack)), { stack, value: output.Value });

  const resources: Resource[] = [];
  for (const stack of stacks)
    for (const [logicalId, raw] of Object.entries(stack.template.Resources ?? {})) {
      if (raw.Condition && !condition(raw.Condition, stack)) continue;
      if (typesWithoutLocalPart[raw.Type]) continue;
      if (raw.Type === 'AWS::Lambda::Function' && isDeploymentHelper(logicalId)) continue;
      if (!namingOf(raw.Type))
        throw new TemplateError(`The local cloud does not know ${raw.Type} (${logicalId} in ${stack.name}).`);
      const properties = resolve(raw.Properties ?? {}, stack) as Properties;
      const { name, ref, attributes } = identityOf(logicalId, raw, stack);
      const arn = attributes.Arn!;
      resources.push({
        stack: stack.name,
        logicalId,
        type: raw.Type,
        ref,
        name,
        arn,
        properties,
        metadata: raw.Metadata ?? {},
      });
    }

  const outputs: Record<string, string> = {};
  for (const stack of stacks)
    for (const [name, output] of Object.entries(stack.template.Outputs ?? {}))
      if (!output.Condition || condition(output.Condition, stack))
        outputs[`${stack.name}.${name}`] = String(resolve(output.Value, stack));

  const byArn = new Map(resources.map((resource) => [resource.arn, resource]));
  const byType = Map.groupBy(resources, ({ type }) => type);
  return {
    resources,
    outputs,
    ofType: (...types) => types.flatMap((type) => byType.get(type) ?? []),
    byArn: (arn) => byArn.get(arn.replace(/\/stream\/[^/]*$/, '')),
  };

  function identityOf(logicalId: string, raw: TemplateResource, stack: Stack) {
    const naming = namingOf(raw.Type);
    if (!naming) {
      const arn = `arn:aws:local:${place.region}:${place.accountId}:${logicalId}`;
      return { name: logicalId, ref: logicalId, attributes: { Arn: arn } as Record<string, string> };
    }
    const given = naming.nameProperty ? resolve(raw.Properties?.[naming.nameProperty], stack) : undefined;
    const name = typeof given === 'string' && given ? given : generatedName(naming, stack.name, logicalId);
    // Only a rule's ARN depends on a property, the bus; resolving all of them here could go round in circles.
    const bus = resolve(raw.Properties?.EventBusName, stack);
    return {
      name,
      ref: naming.ref?.(name, place) ?? name,
      attributes: {
        Arn: naming.arn(name, place, { EventBusName: bus }),
        ...naming.attributes?.(name, place),
      } as Record<string, string>,
    };
  }

  function reference(name: string, stack: Stack): Json {
    const pseudo: Record<string, Json> = {
      'AWS::AccountId': place.accountId,
      'AWS::Region': place.region,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack.name,
      'AWS::StackId': `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${stack.name}/local`,
      'AWS::NotificationARNs': [],
      'AWS::NoValue': nothing,
    };
    if (name in pseudo) return pseudo[name];
    const parameter = stack.template.Parameters?.[name];
    if (parameter) return parameter.Default ?? '';
    const raw = stack.template.Resources?.[name];
    if (!raw) throw new TemplateError(`Ref names nothing: ${name} in ${stack.name}.`);
    return identityOf(name, raw, stack).ref;
  }

  function attribute(logicalId: string, name: string, stack: Stack): string {
    const raw = stack.template.Resources?.[logicalId];
    if (!raw) throw new TemplateError(`Fn::GetAtt names nothing: ${logicalId}.${name} in ${stack.name}.`);
    const value = identityOf(logicalId, raw, stack).attributes[name];
    if (value !== undefined) return value;
    if (!namingOf(raw.Type)) return `${logicalId}.${name}`;
    throw new TemplateError(
      `The local cloud does not know ${name} of ${raw.Type} (${logicalId} in ${stack.name}).`,
    );
  }

  function condition(name: string, stack: Stack): boolean {
    const expression = stack.template.Conditions?.[name];
    if (expression === undefined) throw new TemplateError(`There is no condition ${name} in ${stack.name}.`);
    return Boolean(resolve(expression, stack));
  }

  function substitute(argument: Json, stack: Stack): string {
    const [text, variables] = Array.isArray(argument)
      ? (argument as [string, Record<string, Json>])
      : [argument, {}];
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(variables as object, name))
        return String(resolve((variables as Record<string, Json>)[name], stack));
      const dot = name.indexOf('.');
      return String(
        dot < 0 ? reference(name, stack) : attribute(name.slice(0, dot), name.slice(dot + 1), stack),
      );
    });
  }

  function importValue(argument: Json, stack: Stack): Json {
    const name = String(resolve(argument, stack));
    const found = exports.get(name);
    if (!found) throw new TemplateError(`No stack exports ${name}, which ${stack.name} imports.`);
    return resolve(found.value, found.stack);
  }

  function call(name: string, argument: Json, stack: Stack): Json {
    const list = (value: Json) => resolve(value, stack) as Json[];
    switch (name) {
      case 'Ref':
        return reference(String(argument), stack);
      case 'Fn::GetAtt': {
        const [id, attributeName] = Array.isArray(argument) ? argument : String(argument).split(/\.(.*)/);
        return attribute(String(id), String(attributeName), stack);
      }
      case 'Fn::Join':
        return list((argument as Json[])[1]).join(String((argument as Json[])[0]));
      case 'Fn::Sub':
        return substitute(argument, stack);
      case 'Fn::Select':
        return list((argument as Json[])[1])[Number(resolve((argument as Json[])[0], stack))];
      case 'Fn::Split':
        return String(resolve((argument as Json[])[1], stack)).split(String((argument as Json[])[0]));
      case 'Fn::ImportValue':
        return importValue(argument, stack);
      case 'Fn::FindInMap': {
        const [map, first, second] = list(argument).map(String) as [string, string, string];
        return stack.template.Mappings?.[map]?.[first]?.[second];
      }
      case 'Fn::Base64':
        return Buffer.from(String(resolve(argument, stack))).toString('base64');
      case 'Fn::If': {
        const [test, yes, no] = argument as [string, Json, Json];
        return resolve(condition(test, stack) ? yes : no, stack);
      }
      case 'Fn::Equals': {
        const [left, right] = list(argument);
        return String(left) === String(right);
      }
      case 'Fn::And':
        return list(argument).every(Boolean);
      case 'Fn::Or':
        return list(argument).some(Boolean);
      case 'Fn::Not':
        return !list(argument)[0];
      case 'Condition':
        return condition(String(argument), stack);
      default:
        throw new TemplateError(`The local cloud does not know the function ${name} (in ${stack.name}).`);
    }
  }

  function resolve(value: Json, stack: Stack): Json {
    if (Array.isArray(value))
      return value.map((item) => resolve(item, stack)).filter((item) => item !== nothing);
    if (!isObject(value)) return value;
    const names = Object.keys(value);
    const only = names.length === 1 ? names[0]! : '';
    // In a policy "Condition" is an ordinary property; as a function it names a condition by a string.
    const isCondition = only === 'Condition' && typeof value.Condition === 'string';
    if (only === 'Ref' || only.startsWith('Fn::') || isCondition) return call(only, value[only], stack);
    return Object.fromEntries(
      names.map((name) => [name, resolve(value[name], stack)]).filter(([, item]) => item !== nothing),
    );
  }
}
