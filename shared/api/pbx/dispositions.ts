import { z } from 'zod';
import { changesOf } from '../../model/changes.ts';
import {
  disposition,
  dispositionCode,
  dispositionFields,
  dispositionLimits,
} from '../../model/disposition.ts';
import { route } from '../contract.ts';

const codes = z.object({
  codes: z.array(disposition).describe('in the order in which agents are offered them'),
});

export const newDisposition = z.strictObject({ code: dispositionCode, ...dispositionFields.shape });

export const dispositions = {
  dispositionCodes: route(
    'GET',
    '/pbx/dispositions/codes',
    'dispositions.view',
    'How calls can end, also the codes that agents cannot choose any more',
  )
    .input(z.strictObject({}))
    .output(codes),
  initializeDispositions: route(
    'POST',
    '/pbx/dispositions/initialize',
    'dispositions.edit',
    'Make the standard codes where there are none yet; again it changes nothing',
  )
    .input(z.strictObject({}))
    .output(codes.extend({ created: z.number().int() })),
  addDisposition: route('POST', '/pbx/dispositions/codes', 'dispositions.edit', 'Add a code, as the last', {
    status: 201,
  })
    .input(newDisposition)
    .output(disposition),
  updateDisposition: route(
    'PUT',
    '/pbx/dispositions/codes/{code}',
    'dispositions.edit',
    'Change a code, or take it from what agents can choose',
  )
    .input(z.strictObject({ code: dispositionCode, ...changesOf(dispositionFields).shape }))
    .output(disposition),
  orderDispositions: route(
    'PUT',
    '/pbx/dispositions/order',
    'dispositions.edit',
    'Put the codes in another order',
  )
    .input(
      z.strictObject({
        codes: z.array(dispositionCode).max(dispositionLimits.codes).describe('all of them, each once'),
      }),
    )
    .output(codes),
};
