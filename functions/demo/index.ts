import { z } from 'zod';
import { createAgentGroup } from '#functions/agentGroups/api.ts';
import { createCallingList } from '#functions/callingLists/api.ts';
import { createRule, listRules } from '#functions/celebrations/api.ts';
import {
  allProjects,
  allTemplates,
  createProject,
  createTemplate,
  initializeSystem,
  uploadAsset,
} from '#functions/content/api.ts';
import {
  plansForNumbers,
  plansUsingRecordings,
  plansUsingMenus as usersOfMenus,
} from '#functions/dialplans/api.ts';
import { poolUses } from '#functions/didPools/api.ts';
import { plansOfNumbers, poolsOfNumbers, targetOf } from '#functions/dids/api.ts';
import { menusUsingRecordings, plansUsingMenus } from '#functions/ivr/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { openMarketDemo } from '#functions/marketplace/api.ts';
import { saveEmailConfig } from '#functions/messages/api.ts';
import { targetOfNumber } from '#functions/pbx/api.ts';
import { createRecording, generate, recordingUsers } from '#functions/recordings/api.ts';
import { createScript } from '#functions/scripts/api.ts';
import { createTenant, findTenant } from '#functions/tenants/api.ts';
import { openTracerDemo } from '#functions/tracers/api.ts';
import { createTransferGroup } from '#functions/transferGroups/api.ts';
import { createUser, everyUser } from '#functions/users/api.ts';
import type { Role } from '#shared/api/contract.ts';
import { callingListLimits } from '#shared/model/calling-list.ts';
import { celebrationRuleFields } from '#shared/model/celebration.ts';
import { newPrompt } from '#shared/model/prompt-recording.ts';
import { bell, confetti, hills, sunburst } from './art.ts';
import { type Automation, automation } from './automation.ts';
import { draftCampaign } from './campaign.ts';
import { setUpExchange } from './exchange.ts';
import { addLeads } from './leads.ts';
import { addPartner, tradeOnMarket } from './market.ts';
import { officeHours } from './office-hours.ts';
import { once } from './once.ts';
import { demoProjects } from './projects.ts';
import { addReportTemplates } from './reports.ts';
import { pitch } from './script.ts';
import { celebration, demoTemplates } from './templates.ts';

targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
poolsOfNumbers.register({ poolUses });
plansUsingMenus.register(usersOfMenus);
recordingUsers.register({
  plans: plansUsingRecordings,
  menus: menusUsingRecordings,
});

/*
 * The demo tenant, number 1, for a machine that starts for the first time. It exists only where the description of
 * the cloud is made with `demo=true`. Cut off at any point and run again, it goes on where it was.
 */

const people: { username: Role; firstName: string; lastName: string }[] = [
  { username: 'admin', firstName: 'Alex', lastName: 'Morgan' },
  { username: 'agent', firstName: 'Maya', lastName: 'Chen' },
  { username: 'vendor', firstName: 'Victor', lastName: 'Lane' },
  { username: 'operator', firstName: 'Olive', lastName: 'Park' },
];

/** At the foot of the demo's mails, which do not go out without one. */
const postalAddress = '100 Sunrise Avenue, Springfield, IL 62701';

/** Who takes answered calls: fictitious numbers, on weekdays from nine to six in New York. */
const closers = {
  name: 'Closers',
  description: 'Senior sales, in turn',
  strategy: 'roundRobin',
  hours: officeHours,
  fallbackNumber: '+12175550199',
  ringSeconds: 20,
  numbers: [
    { phoneNumber: '+12175550150', label: 'Dana', weight: 2 },
    { phoneNumber: '+12175550151', label: 'Luis', weight: 1 },
    { phoneNumber: '+12175550152', label: 'Priya', weight: 1 },
  ].map((number) => ({ ...number, priority: 1, isActive: true, maxConcurrent: 1 })),
} satisfies Parameters<typeof createTransferGroup>[0];

/** The team of those who sell: Maya leads it. */
async function createTeam(): Promise<void> {
  const maya = (await everyUser()).find(({ username }) => username === 'agent');
  await createAgentGroup({
    name: 'Solar sales',
    description: 'Those who sell to home owners',
    isActive: true,
    agents: maya ? [{ agentId: maya.userId, role: 'lead' }] : [],
  });
}

/** What callers hear first, read aloud by the sandbox's voice. */
const greetings = [
  {
    name: 'Welcome',
    category: 'Greetings',
    text: 'Thank you for calling {{company.name}}. Somebody will be with you in a moment.',
  },
  {
    name: 'Closed',
    category: 'Greetings',
    voiceId: 'Matthew',
    text: '{{company.name}} is closed now. Our office is open on weekdays from nine to six.',
  },
];

/** What agents call when they come in the morning: everybody new, the newest first. */
const newLeads = {
  name: 'New leads',
  description: 'Everybody who was not called yet',
  filter: { field: 'status', op: 'is', value: 'new' },
  sort: { field: 'createdAt', direction: 'desc' },
  agentIds: [],
  groupIds: [],
  maxAttempts: callingListLimits.attempts.default,
  retryMinutes: callingListLimits.retryMinutes.default,
  mode: 'preview',
  ringSeconds: callingListLimits.ringSeconds.default,
  bestHourFirst: false,
  linesPerAgent: callingListLimits.linesPerAgent.default,
  amd: true,
  message: null,
  didId: null,
  scriptId: null,
  isActive: true,
} satisfies Parameters<typeof createCallingList>[0];

async function drawProjects(): Promise<void> {
  const present = new Set((await allProjects()).map(({ name }) => name));
  const pictures = { sunburst, confetti, bell, hills };
  const art: Record<string, string> = {};
  const missing = demoProjects({ sunburst: '', confetti: '', bell: '', hills: '' }).some(
    ({ fields }) => !present.has(fields.name!),
  );
  if (!missing) return;
  for (const [name, draw] of Object.entries(pictures)) {
    const file = new File([draw()], `${name}.svg`, { type: 'image/svg+xml' });
    art[name] = (await uploadAsset(file, `Demo ${name}`, 'demo')).publicUrl;
  }
  for (const { fields, elements } of demoProjects(art))
    if (!present.has(fields.name!)) await createProject(fields, elements);
}

/** Every sale is on every display, so that whoever presses “Won” first sees it; none where somebody has made rules. */
async function celebrateSales(): Promise<void> {
  const { fields, data } = celebration();
  const { name, description, variables } = fields;
  const known = (await allProjects()).find((project) => project.name === name);
  const { elements, canvasBackground } = data;
  const projectId =
    known?.projectId ??
    (await createProject({ name, description, variables, canvasBackground }, elements)).id;
  if ((await listRules()).length > 0) return;
  await createRule(celebrationRuleFields.parse({ name: 'Every sale', projectId }));
}

async function saveTemplates(): Promise<void> {
  const present = new Set((await allTemplates()).map(({ name }) => name));
  for (const { fields, data } of demoTemplates())
    if (!present.has(fields.name))
      await createTemplate({
        ...fields,
        isPublic: true,
        canvasSize: { width: 1920, height: 1080 },
        previewImage: null,
        templateData: data,
      });
}

/** A user of each role. */
async function addPeople(password: string): Promise<void> {
  for (const { username, ...name } of people)
    await once(() =>
      createUser({ username, email: `${username}@brightside.example`, password, role: username, ...name }),
    );
}

/** The variables, projects, templates and the rule that celebrates. */
async function drawSigns(): Promise<void> {
  await initializeSystem();
  await drawProjects();
  await saveTemplates();
  await celebrateSales();
}

/** What of the workspace needs none of its people. */
async function setUpServices(): Promise<void> {
  await saveEmailConfig({ postalAddress });
  await addReportTemplates();
  await once(openTracerDemo);
}

/** The vendor's shop, and what the demo and its partner have sold each other. */
async function openMarket(partnerId: number): Promise<void> {
  await once(openMarketDemo);
  await tradeOnMarket(partnerId);
}

/** What agents call with, and who takes the calls. */
async function setUpCalls(): Promise<void> {
  await once(() => createTransferGroup(closers));
  await once(createTeam);
  await once(async () => {
    const { id: scriptId } = await createScript(pitch);
    await createCallingList({ ...newLeads, scriptId });
  });
  // Where an earlier start came no further than the script.
  await once(() => createCallingList(newLeads));
  await setUpExchange();
  for (const greeting of greetings)
    await once(async () => {
      const { id } = await createRecording(newPrompt.parse(greeting));
      await generate(id);
    });
}

/**
 * Makes the tenant, a user of each role with the password given, leads, the variables, projects and templates, the
 * exchange, a journey and a webhook. Where all that is there already (`seeded`), it says how to try the webhook and no more.
 */
export async function handler(
  event: unknown,
): Promise<{ tenantId: number; users: string[]; automation: Automation }> {
  const { password, seeded } = z
    .object({ password: z.string().min(8), seeded: z.boolean().default(false) })
    .parse(event);
  const tried = await asSystem(1, 'demo', async () => {
    if (seeded) return automation(password);
    if (!(await findTenant(1)))
      await once(() =>
        createTenant({ id: 1, name: 'Brightside Solar', timeZone: 'America/New_York', plan: 'demo' }),
      );
    // A newcomer waits for it, so what does not need each other is made at the same time.
    const [partnerId] = await Promise.all([
      addPartner(password),
      addPeople(password),
      drawSigns(),
      setUpServices(),
    ]);
    await Promise.all([addLeads(), openMarket(partnerId), setUpCalls(), draftCampaign()]);
    return automation(password);
  });
  log.info('The demo tenant is ready.');
  return { tenantId: 1, users: people.map(({ username }) => username), automation: tried };
}
