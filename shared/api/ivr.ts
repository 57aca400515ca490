import { z } from 'zod';
import { ivrFields, newIvrMenu, shownIvrMenu } from '../model/ivr.ts';
import { id, message, route } from './contract.ts';

const menuId = id('ivr');

export const ivr = {
  list: route('GET', '/ivr', 'ivr.view', 'IVR menus, by name')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ menus: z.array(shownIvrMenu) })),
  create: route('POST', '/ivr', 'ivr.edit', 'Add an IVR menu', { status: 201 })
    .input(newIvrMenu)
    .output(shownIvrMenu),
  get: route('GET', '/ivr/{id}', 'ivr.view', 'One IVR menu')
    .input(z.strictObject({ id: menuId }))
    .output(shownIvrMenu),
  update: route('PUT', '/ivr/{id}', 'ivr.edit', 'Change an IVR menu')
    .input(
      z.strictObject({
        id: menuId,
        ...z.object(ivrFields).partial().shape,
        version: z.number().int().optional().describe('refused when the menu has changed since'),
      }),
    )
    .output(shownIvrMenu),
  remove: route('DELETE', '/ivr/{id}', 'ivr.edit', 'Remove an IVR menu that no dial plan uses')
    .input(z.strictObject({ id: menuId }))
    .output(message),
};
