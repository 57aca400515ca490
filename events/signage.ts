import { z } from 'zod';
import { defineEvent } from './define.ts';

const emergencyId = z.string();
const sampleEmergency = 'emg_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

export const signageEvents = {
  'signage.emergency.started': defineEvent(z.object({ emergencyId, name: z.string(), all: z.boolean() }), {
    emergencyId: sampleEmergency,
    name: 'Fire drill',
    all: true,
  }),
  'signage.emergency.ended': defineEvent(z.object({ emergencyId, name: z.string() }), {
    emergencyId: sampleEmergency,
    name: 'Fire drill',
  }),
};
