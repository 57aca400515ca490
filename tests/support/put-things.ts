import { api } from '#shared/api/index.ts';
import { defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import type { as } from './tenant.ts';

type Admin = ReturnType<typeof as>;
export type Fields = Record<string, unknown>;
interface PutThing {
  make: (admin: Admin, tenantId: number) => Promise<{ status?: number; body: unknown; path?: Fields }>;
  /** One field and another value of it. */
  change: Fields;
}

const named = (name: string): Fields => ({ name });
const list = (admin: Admin) => admin.call(api.signage.createPlaylist, { name: 'Morning' });
/** What each PUT that changes parts of a thing is tried with. */
export const putThings: Record<string, PutThing> = {
  'pbx.setEmergencySettings': {
    make: (admin) =>
      admin.call(api.pbx.setEmergencySettings, {
        contacts: ['desk@example.com'],
        callbackNumber: '+13055550100',
        location: '1 Main Street',
      }),
    change: { location: '2 Main Street' },
  },
  'sms.setDrafting': {
    make: (admin) => admin.call(api.sms.setDrafting, { about: 'We sell roofs.', draftsAMonth: 20 }),
    change: { about: 'We mend roofs.' },
  },
  'apiKeys.update': {
    make: async (admin) => {
      const made = await admin.call(api.apiKeys.create, { name: 'Sync', permissions: ['leads.view'] });
      return { body: made.body.key };
    },
    change: named('Other'),
  },
  'content.update': {
    make: (admin) => admin.call(api.content.create, { name: 'Sign', description: 'Wall', elements: [] }),
    change: named('Other'),
  },
  'content.updateTemplate': {
    make: (admin) =>
      admin.call(api.content.createTemplate, {
        name: 'Template',
        tags: ['a'],
        isPublic: true,
        templateData: { elements: [], canvasBackground: { type: 'solid', color: '#ffffff' } },
      }),
    change: named('Other'),
  },
  'content.updateBrand': { make: (admin) => admin.call(api.content.getBrand, {}), change: { colors: [] } },
  'content.updateSample': {
    make: async (admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sign', elements: [] });
      const sample = { id: body.id, name: 'Ann', data: { lead: { name: 'Ann' } } };
      const made = await admin.call(api.content.createSample, sample);
      return { body: made.body, path: { id: body.id, sampleId: made.body.id } };
    },
    change: named('Other'),
  },
  'journeys.update': {
    make: (admin) => admin.call(api.journeys.create, { name: 'Welcome', description: 'First days' }),
    change: named('Other'),
  },
  'marketplace.updateStandingOrder': {
    make: (admin) =>
      admin.call(api.marketplace.createStandingOrder, {
        name: 'Solar',
        categories: ['Solar'],
        states: ['FL'],
        requirements: ['homeowner=yes'],
        exclusivity: 'exclusive',
        bidCents: 100,
        dailyBudgetCents: 1_000,
        dailyLeadCap: 5,
        status: 'paused',
      }),
    change: { bidCents: 200 },
  },
  'marketplace.updateListing': {
    make: async (admin) => {
      const { body: vendor } = await admin.call(api.users.create, {
        username: 'seller',
        email: 'seller@example.com',
        password: 'correct horse battery',
        firstName: 'Sel',
        lastName: 'Ler',
        role: 'vendor',
      });
      const shop = await admin.call(api.marketplace.createProvider, { name: 'Shop', ownerId: vendor.id });
      return admin.call(api.marketplace.createListing, {
        providerId: shop.body.id,
        title: 'Solar leads',
        description: 'Of this week',
        category: 'Solar',
        priceCents: 2_500,
        leadCount: 10,
        dailyCap: 5,
        sampleFields: ['phone'],
        exclusivity: 'shared',
      });
    },
    change: { title: 'Other' },
  },
  'leadAssignments.updateSettings': {
    make: (admin) => admin.call(api.leadAssignments.updateSettings, { strategy: 'least-loaded' }),
    change: { strategy: 'round-robin' },
  },
  'calls.updateRecordingSettings': {
    make: (admin) =>
      admin.call(api.calls.updateRecordingSettings, { retentionDays: 90, announcing: 'always' }),
    change: { retentionDays: 30 },
  },
  'leads.updateSettings': {
    make: async (admin) => {
      const customFields = [{ key: 'roof', label: 'Roof', type: 'text', choices: [] }] as const;
      return admin.call(api.leads.updateSettings, { customFields: [...customFields] } as never);
    },
    change: { assignmentExpiryHours: 7 },
  },
  'leads.updateView': {
    make: (admin) =>
      admin.call(api.leads.saveView, {
        name: 'Hot',
        filter: { field: 'score', op: 'atLeast', value: 50 },
        sort: { field: 'createdAt', direction: 'desc' },
        columns: ['name'],
        shared: true,
      } as never),
    change: named('Other'),
  },
  'conversations.updateView': {
    make: (admin) =>
      admin.call(api.conversations.saveView, {
        name: 'Urgent ones',
        filter: { assigned: 'mine', state: 'any', unread: true, tag: 'urgent', search: 'roof' },
        shared: true,
      }),
    change: named('Other'),
  },
  'leads.put': {
    make: (admin) =>
      admin.call(api.leads.create, { lastName: 'Lee', tags: ['hot'], dealAmount: 12, brand: 'Sunny' }),
    change: { company: 'Acme' },
  },
  'messageTemplates.updateCategory': {
    make: (admin) => admin.call(api.messageTemplates.createCategory, { name: 'Sales' }),
    change: named('Other'),
  },
  'messageTemplates.update': {
    make: (admin) =>
      admin.call(api.messageTemplates.create, {
        name: 'Hello',
        channel: 'email',
        subject: 'Hi',
        body: 'Hello',
      }),
    change: named('Other'),
  },
  'signage.updateGroup': {
    make: (admin) => admin.call(api.signage.createGroup, { name: 'Hall' }),
    change: named('Other'),
  },
  'signage.updatePlaylist': { make: list, change: named('Other') },
  'signage.updateSchedule': {
    make: async (admin) =>
      admin.call(api.signage.createSchedule, {
        name: 'Mornings',
        playlistId: (await list(admin)).body.id,
        groupIds: [(await admin.call(api.signage.createGroup, { name: 'Hall' })).body.id],
        rule: { days: [1], from: 0, to: 60 },
        priority: 3,
      } as never),
    change: named('Other'),
  },
  'sms.setConfig': {
    make: async (admin) => ({ body: (await admin.call(api.sms.config, { provider: 'twilio' })).body }),
    change: { numberPerMinute: 33 },
  },
  'tcpa.updateSettings': {
    make: (admin) =>
      admin.call(api.tcpa.updateSettings, { ...defaultComplianceSettings, federalHolidays: true }),
    change: { emailKeepsHours: true },
  },
  'telephony.updateExchange': {
    make: (admin) =>
      admin.call(api.telephony.createExchange, { name: 'Head office', phoneUrl: 'wss://pbx.example.com/ws' }),
    change: named('Other'),
  },
  'tenants.update': {
    make: (admin, id) => admin.call(api.tenants.update, { id, brandColor: '#123456' }),
    change: named('Other'),
  },
  'users.update': {
    make: (admin) =>
      admin.call(api.users.create, {
        username: 'zoe',
        email: 'zoe@example.com',
        password: 'correct horse battery',
        firstName: 'Zoe',
        lastName: 'Lee',
        role: 'agent',
      }),
    change: { extension: '1234' },
  },
  'webhooks.update': {
    make: (admin) =>
      admin.call(api.webhooks.create, { name: 'Form', brand: 'Sunny', source: 'Website', tags: ['web'] }),
    change: named('Other'),
  },
  'pbx.updateDisposition': {
    make: async (admin) => {
      const { body } = await admin.call(api.pbx.addDisposition, {
        code: 'quote-sent',
        label: 'Quote sent',
        color: '#228be6',
        isContact: true,
      });
      return { body, path: { code: body.code } };
    },
    change: { label: 'Other' },
  },
  'pbx.updateExtension': {
    make: (admin) =>
      admin.call(api.pbx.createExtension, {
        number: '101',
        name: 'Desk',
        callerId: '+13055550101',
        voicemail: true,
      }),
    change: named('Other'),
  },
  'agentStatus.update': {
    make: (admin) =>
      admin.call(api.agentStatus.create, { name: 'Closers', wrapUpSeconds: 10, isDefault: true }),
    change: named('Other'),
  },
  'callingLists.update': {
    make: (admin) =>
      admin.call(api.callingLists.create, { name: 'Spring', filter: { all: [] }, maxAttempts: 3 }),
    change: named('Other'),
  },
  'pbx.updateQueue': {
    make: async (admin) => {
      const { body: desk } = await admin.call(api.pbx.createExtension, { number: '101', name: 'Desk' });
      return admin.call(api.pbx.createQueue, {
        number: '600',
        name: 'Sales',
        strategy: 'linear',
        members: [{ extensionId: desk.id, penalty: 5 }],
      });
    },
    change: named('Other'),
  },
  'dids.update': {
    make: (admin) =>
      admin.call(api.dids.create, { phoneNumber: '+13055550142', label: 'Front desk', carrier: 'telnyx' }),
    change: { label: 'Other' },
  },
  'scripts.update': {
    make: (admin) =>
      admin.call(api.scripts.create, {
        name: 'Pitch',
        description: 'First call',
        steps: [{ key: 'hello', title: 'Greeting', text: 'Hello', answers: [] }],
      }),
    change: named('Other'),
  },
  'celebrations.updateRule': {
    make: async (admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sale' });
      return admin.call(api.celebrations.createRule, {
        name: 'Large sales',
        minimumAmount: 1_000,
        occasion: 'streak',
        streak: 4,
        tags: ['VIP'],
        projectId: body.id,
        seconds: 30,
        quietFrom: '20:00',
        quietTo: '08:00',
      });
    },
    change: named('Other'),
  },
  'agentGroups.update': {
    make: (admin) => admin.call(api.agentGroups.create, { name: 'East', description: 'Licensed in Florida' }),
    change: named('Other'),
  },
  'didPools.update': {
    make: (admin) => admin.call(api.didPools.create, { name: 'Florida', restMinutes: 5, maxPerDay: 40 }),
    change: named('Other'),
  },
  'campaigns.update': {
    make: (admin) =>
      admin.call(api.campaigns.create, {
        name: 'Spring',
        message: 'Hello',
        rateLimit: 30,
        shortLinks: false,
        onceWithinHours: 5,
        outsideHours: 'skip',
        schedule: { startAt: '2027-01-05T15:00:00.000Z' },
        autoReply: { enabled: true, message: 'Thanks', onlyFirst: false, keywords: ['yes'] },
      }),
    change: named('Other'),
  },
  'reportTemplates.update': {
    make: (admin) =>
      admin.call(api.reportTemplates.create, {
        name: 'Calls by week',
        report: 'calls',
        parameters: { period: 'lastWeek', compare: true, groupBy: 'day' },
        columns: ['calls'],
        shared: true,
      }),
    change: named('Other'),
  },
  'goals.update': {
    make: (admin) =>
      admin.call(api.goals.create, {
        name: 'Calls answered',
        source: 'calls',
        measure: 'answerRate',
        filter: [{ field: 'direction', values: ['inbound'] }],
        span: 'lastHour',
        condition: 'below',
        target: 0.3,
        least: 25,
        shared: true,
        recipients: ['ops@example.com'],
      }),
    change: named('Other'),
  },
  'transferGroups.update': {
    make: (admin) =>
      admin.call(api.transferGroups.create, {
        name: 'Closers',
        description: 'Ring first',
        numbers: [{ phoneNumber: '+13055550101' }],
      }),
    change: named('Other'),
  },
  'transferGroups.updateNumber': {
    make: async (admin) => {
      const numbers = [{ phoneNumber: '+13055550101', label: 'Desk', weight: 5 }];
      const { body } = await admin.call(api.transferGroups.create, { name: 'Closers', numbers });
      return { body: body.numbers[0], path: { id: body.id, numberId: body.numbers[0]!.id } };
    },
    change: { label: 'Other' },
  },
  'recordings.update': {
    make: (admin) =>
      admin.call(api.recordings.create, {
        name: 'Welcome',
        text: 'Welcome to {{company.name}}.',
        tags: ['front'],
        pronunciations: [{ word: 'PV', says: 'photo voltaic' }],
        trim: false,
      }),
    change: named('Other'),
  },
  'recordings.setConfig': {
    make: (admin) => admin.call(api.recordings.setConfig, { apiKey: 'key', modelId: 'eleven_v3' }),
    change: { modelId: 'eleven_flash_v2_5' },
  },
  'ivr.update': {
    make: (admin) =>
      admin.call(api.ivr.create, {
        name: 'Main menu',
        description: 'By day',
        prompt: 'For sales, press 1.',
        options: [{ digit: '1', label: 'Sales', action: 'repeat', target: null }],
      }),
    change: named('Other'),
  },
  'dialplans.update': {
    make: (admin) => admin.call(api.dialplans.create, { name: 'Main line', description: 'By day' }),
    change: named('Other'),
  },
  'dialplans.changeWalk': {
    make: async (admin) => {
      const { id } = (await admin.call(api.dialplans.create, { name: 'Main line' })).body;
      const steps = [{ nodeId: 'start', way: 'next' }];
      const walk = { name: 'To the end', call: null, steps, end: 'open', to: null } as const;
      const made = await admin.call(api.dialplans.addWalk, { id, ...walk, steps: [...steps] });
      return { ...made, path: { id, walkId: made.body.id } };
    },
    change: named('Other'),
  },
  'webhooks.updateEndpoint': {
    make: (admin) =>
      admin.call(api.webhooks.createEndpoint, {
        name: 'CRM',
        url: 'https://crm.example.com/hook',
        events: ['lead.created'],
      } as never),
    change: named('Other'),
  },
};
