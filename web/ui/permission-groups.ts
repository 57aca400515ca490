import {
  definitionOf,
  groupOf,
  isGrantable,
  type Permission,
  permissionNames,
} from '#shared/model/permissions.ts';

export interface PermissionGroup {
  /** The noun of its permissions' names. */
  id: string;
  title: string;
  permissions: { name: Permission; label: string }[];
}

/** What may be granted, by group in the table's order, where the name, label or group holds every word of `search`. */
export function grantableGroups(search = ''): PermissionGroup[] {
  const words = search.toLowerCase().split(/\s/).filter(Boolean);
  const groups = new Map<string, PermissionGroup>();
  for (const name of permissionNames) {
    if (!isGrantable(name)) continue;
    const { label } = definitionOf(name);
    const title = groupOf(name);
    const text = `${name} ${label} ${title}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = groups.get(title) ?? { id: name.slice(0, name.indexOf('.')), title, permissions: [] };
    group.permissions.push({ name, label });
    groups.set(title, group);
  }
  return [...groups.values()];
}
