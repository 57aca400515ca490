import {
  IconAddressBook,
  IconAffiliate,
  IconBellRinging,
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconCalendarClock,
  IconCash,
  IconChartBar,
  IconChartLine,
  IconDeviceTv,
  IconDialpad,
  IconFileImport,
  IconHeadset,
  IconHistory,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListNumbers,
  IconMessage2,
  IconMessageCog,
  IconMessages,
  IconMicrophone,
  IconPalette,
  IconPhone,
  IconPhoneCall,
  IconPhoneOutgoing,
  IconPlugConnected,
  IconReceipt,
  IconRecordMail,
  IconReportAnalytics,
  IconRoute,
  IconScript,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconSpeakerphone,
  IconSquarePlus,
  IconTags,
  IconUserCircle,
  IconUserSearch,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Access } from '#shared/api/contract.ts';
import { type Holder, mayDo, refusalOf } from './access.ts';

/** The groups of the rail, in the order in which people work. */
export const groups = ['Sell', 'Reach', 'Phone', 'Screens', 'Market', 'Insight', 'Settings'] as const;

export interface Area {
  group: (typeof groups)[number];
  label: string;
  /** The address; every address below it belongs to the area too. */
  path: `/${string}`;
  /** What may follow the path, in react-router's form: '/:projectId?'. Default '/*'; '' for nothing. */
  params?: string;
  icon: TablerIcon;
  /** The folder in web/features whose index.tsx exports the page by default. */
  feature: string;
  access: Access;
  /**
   * 'canvas-below': addresses right below `path` fill the window beside the collapsed rail and bring their own bars;
   * 'canvas-deep': all addresses below it do.
   */
  layout?: 'page' | 'canvas-below' | 'canvas-deep';
  /** What its name in the navigation carries, such as a count: 'unread-badge' is the feature's unread-badge.tsx; true: its badge.tsx. */
  badge?: boolean | `${string}-badge`;
  /**
   * How it is to the people of a shop, who sell on the market and have no office of their own (`isShopOnly`): 'only' they
   * have it in the rail, others while they are in the portal; it is 'hidden' from their rail; or it 'redirects' to the portal.
   */
  shop?: 'only' | 'hidden' | 'redirects';
  /** One line for the command palette. */
  about: string;
  /** Further words that the command palette finds it by. */
  keywords?: readonly string[];
}

/**
 * Every area of the product: one line each. The routes, the rail, the phone's bottom bar and the command palette
 * are made of this table. An area whose feature folder is not there yet is absent, never greyed out.
 */
const table: readonly Area[] = [
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Leads', path: '/leads', params: '/:leadId?', icon: IconAddressBook, feature: 'leads', access: 'leads.view', about: 'Everybody you may sell to', keywords: ['contacts', 'people', 'customers', 'crm'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Console', path: '/console', icon: IconPhoneCall, feature: 'console', access: 'calls.create', about: 'Call your leads one after another', keywords: ['dialler', 'phone', 'call', 'softphone', 'wrap-up', 'next lead'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Imports', path: '/leads/imports', params: '/:importId?', icon: IconFileImport, feature: 'leads-import', access: 'leads.import', about: 'Bring in lists, and what came of them', keywords: ['csv', 'upload', 'file', 'excel', 'undo'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Assignments', path: '/assignments', icon: IconUserShare, feature: 'assignments', access: 'assignments.view', about: 'Who works on which leads', keywords: ['owners', 'deal out', 'round robin', 'take next'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Groups', path: '/agent-groups', icon: IconUsersGroup, feature: 'agent-groups', access: 'agentGroups.view', about: 'Agents who work together', keywords: ['agent groups', 'teams', 'team lead', 'members', 'who takes leads'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Journeys', path: '/journeys', icon: IconRoute, feature: 'journeys', access: 'journeys.view', layout: 'canvas-below', about: 'What follows a lead by itself', keywords: ['automation', 'workflow', 'sequence', 'drip', 'follow-up'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Executions', path: '/journeys/executions', icon: IconCalendarClock, feature: 'journeys', access: 'journeys.view', about: 'Steps of journeys that are to come or need a look', keywords: ['pending', 'parked', 'queue', 'scheduled'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Inbox', path: '/messages', icon: IconMessages, feature: 'messages', access: 'messages.view', badge: true, about: 'Texts and mails with your leads', keywords: ['messages', 'sms', 'conversations', 'replies', 'unread', 'e-mail'] },
  // biome-ignore format: one line each
  { group: 'Reach', label: 'Campaigns', path: '/campaigns', icon: IconSpeakerphone, feature: 'campaigns', access: 'blasts.view', about: 'One text to many leads', keywords: ['sms', 'bulk', 'blast', 'broadcast', 'mass'] },
  // biome-ignore format: one line each
  { group: 'Reach', label: 'Templates', path: '/templates', params: '/:templateId?', icon: IconMessage2, feature: 'message-templates', access: 'templates.view', about: 'Texts and mails, ready to send', keywords: ['sms', 'e-mail', 'messages', 'variables'] },
  // biome-ignore format: one line each
  { group: 'Reach', label: 'Skip tracing', path: '/tracers', params: '/:section?', icon: IconUserSearch, feature: 'tracers', access: 'tracers.view', about: 'Numbers and addresses of people, from public records', keywords: ['tracers', 'enformion', 'lookup', 'reverse phone', 'enrich', 'find people', 'background'] },
  // biome-ignore format: one line each
  { group: 'Reach', label: 'Webhooks', path: '/webhooks', icon: IconWebhook, feature: 'webhooks', access: 'webhooks.view', about: 'Leads that other systems send, and what happens with them', keywords: ['inbound', 'api', 'integration', 'zapier', 'outgoing', 'deliveries'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Calls', path: '/calls', icon: IconPhone, feature: 'calls', access: 'calls.view', about: 'Every call, and those that go on now', keywords: ['call log', 'phone', 'recordings', 'talk time'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Calling lists', path: '/calling-lists', icon: IconListNumbers, feature: 'calling-lists', access: 'callingLists.view', about: 'Leads that agents call one after another', keywords: ['dialler', 'hopper', 'callbacks', 'next lead'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Scripts', path: '/scripts', icon: IconScript, feature: 'scripts', access: 'scripts.edit', about: 'What agents say, shown beside the call', keywords: ['script', 'pitch', 'talk track', 'questions', 'answers'] },
  // biome-ignore format: one line each
  { group: 'Sell', label: 'Compliance', path: '/compliance', params: '/:section?', icon: IconShieldCheck, feature: 'compliance', access: 'compliance.view', about: 'Whom you may call now, and why', keywords: ['tcpa', 'do not call', 'calling hours', 'holidays', 'opt-out', 'dnc'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Exchange', path: '/exchange', params: '/:section?', icon: IconHeadset, feature: 'exchange', access: 'agentStatus.view', about: 'Who is at the phone now, and how calls reach them', keywords: ['live floor', 'agents', 'queues', 'statuses', 'extensions', 'pbx', 'wallboard', 'monitor'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Voicemail', path: '/voicemail', icon: IconRecordMail, feature: 'voicemail', access: 'voicemail.listen', badge: true, about: 'Messages of callers whom nobody answered', keywords: ['messages', 'mailbox', 'greeting', 'missed calls', 'call back'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Transfer groups', path: '/transfer-groups', icon: IconPhoneOutgoing, feature: 'transfer-groups', access: 'transferGroups.view', about: 'Numbers that take answered calls', keywords: ['transfer', 'closers', 'round robin', 'numbers', 'hours'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Number pools', path: '/number-pools', icon: IconAffiliate, feature: 'did-pools', access: 'didPools.view', about: 'Numbers that leads see when they are called', keywords: ['did', 'caller id', 'local presence', 'area code', 'rotation'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Dial plans', path: '/dialplan', icon: IconSitemap, feature: 'dialplan', access: 'dialplans.view', layout: 'canvas-deep', about: 'How calls are routed, drawn', keywords: ['call flow', 'routing', 'builder', 'queue', 'ring', 'deploy'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'IVR menus', path: '/ivr', icon: IconDialpad, feature: 'ivr', access: 'ivr.view', about: 'What callers hear, and what their keys do', keywords: ['menu', 'keypad', 'prompt', 'press 1', 'auto attendant', 'dial plan'] },
  // biome-ignore format: one line each
  { group: 'Phone', label: 'Recordings', path: '/recordings', icon: IconMicrophone, feature: 'recordings', access: 'prompts.view', about: 'Greetings and announcements that callers hear', keywords: ['prompts', 'voice', 'text to speech', 'elevenlabs', 'polly', 'audio', 'announcement'] },
  // biome-ignore format: one line each
  { group: 'Screens', label: 'Content creator', path: '/content-creator', params: '/:projectId?', icon: IconPalette, feature: 'content', access: 'content.view', layout: 'canvas-below', about: 'Design signs and publish them', keywords: ['editor', 'design', 'sign', 'project'] },
  // biome-ignore format: one line each
  { group: 'Screens', label: 'Displays', path: '/displays', icon: IconDeviceTv, feature: 'displays', access: 'displays.view', about: 'What hangs on which screen now', keywords: ['screens', 'signage', 'optisigns'] },
  // biome-ignore format: one line each
  { group: 'Screens', label: 'Celebrations', path: '/celebrations', params: '/:section?', icon: IconBellRinging, feature: 'celebrations', access: 'celebrations.view', about: 'Sales that the office sees when they are won', keywords: ['ring the bell', 'wins', 'deals', 'won', 'gong', 'sales', 'wall'] },
  // biome-ignore format: one line each
  { group: 'Screens', label: 'Rep photos', path: '/rep-photos', icon: IconUserCircle, feature: 'rep-photos', access: 'repPhotos.view', about: 'Faces of your sales reps, for signs and celebrations', keywords: ['sales rep photos', 'faces', 'portraits', 'pictures', 'celebration video', 'avatar'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Marketplace', path: '/marketplace', params: '/:section?', icon: IconBuildingStore, feature: 'marketplace', access: 'marketplace.view', shop: 'redirects', about: 'Leads of other companies to buy, and what you bought', keywords: ['buy leads', 'vendors', 'orders', 'shops', 'standing orders', 'bids'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Dashboard', path: '/marketplace/vendor', params: '', icon: IconLayoutDashboard, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'Your shop at a glance', keywords: ['vendor', 'home', 'revenue', 'start'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Listings', path: '/marketplace/vendor/listings', params: '', icon: IconTags, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', badge: 'listings-badge', about: 'What you have on offer', keywords: ['offers', 'products', 'prices'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Create listing', path: '/marketplace/vendor/listings/create', params: '', icon: IconSquarePlus, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'Offer leads to buyers', keywords: ['new', 'sell'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Analytics', path: '/marketplace/vendor/analytics', params: '', icon: IconChartLine, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'Revenue over time, and what sells', keywords: ['chart', 'figures', 'statistics'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Orders', path: '/marketplace/vendor/orders', params: '', icon: IconReceipt, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', badge: 'orders-badge', about: 'What buyers ordered, and handing it over', keywords: ['fulfil', 'sales', 'deliver'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Ping and post', path: '/marketplace/vendor/ping-post', params: '', icon: IconPlugConnected, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'Sell leads one by one from your own systems', keywords: ['api', 'bids', 'real time', 'integration'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Payouts', path: '/marketplace/vendor/payouts', params: '', icon: IconCash, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'What you were paid, and what is to come', keywords: ['money', 'statement', 'balance'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Help & Support', path: '/marketplace/vendor/help', params: '', icon: IconLifebuoy, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'How the market works, and whom to ask', keywords: ['contact support', 'questions', 'faq'] },
  // biome-ignore format: one line each
  { group: 'Market', label: 'Settings', path: '/marketplace/vendor/settings', params: '', icon: IconSettings, feature: 'marketplace', access: 'marketplace.sell', shop: 'only', about: 'Your shop and your account', keywords: ['shop', 'commission', 'password', 'profile'] },
  // biome-ignore format: one line each
  { group: 'Insight', label: 'Dashboard', path: '/dashboard', icon: IconLayoutDashboard, feature: 'dashboard', access: 'signed-in', shop: 'redirects', about: 'Your day at a glance', keywords: ['home', 'start'] },
  // biome-ignore format: one line each
  { group: 'Insight', label: 'Reports', path: '/reports', params: '/:section?', icon: IconReportAnalytics, feature: 'reports', access: 'reports.view', about: 'What happened in a period: calls, agents, leads, texts', keywords: ['statistics', 'figures', 'export', 'csv', 'excel', 'pdf', 'templates', 'scheduled mails', 'charts', 'goals', 'targets', 'alerts'] },
  // biome-ignore format: one line each
  { group: 'Insight', label: 'Message statistics', path: '/messages/statistics', icon: IconChartBar, feature: 'messages', access: 'messages.statistics', about: 'How many texts and mails went out and came in', keywords: ['statistics', 'sms', 'delivery', 'figures'] },
  // biome-ignore format: one line each
  { group: 'Settings', label: 'Messaging', path: '/messages/settings', icon: IconMessageCog, feature: 'messages', access: 'messaging.manage', about: 'Providers, numbers and the mail server', keywords: ['twilio', 'telnyx', 'smtp', 'ses', 'sms', 'numbers'] },
  // biome-ignore format: one line each
  { group: 'Settings', label: 'Users', path: '/users', icon: IconUsers, feature: 'users', access: 'users.view', about: 'Who may sign in, and what they may do', keywords: ['people', 'roles', 'permissions', 'agents'] },
  // biome-ignore format: one line each
  { group: 'Settings', label: 'Audit log', path: '/audit', icon: IconHistory, feature: 'audit', access: 'audit.view', about: 'Who signed in, changed rights, exported or deleted', keywords: ['security', 'history', 'who did', 'sign-ins', 'exports'] },
  // biome-ignore format: one line each
  { group: 'Settings', label: 'Tenants', path: '/operator', icon: IconBuildingSkyscraper, feature: 'platform', access: 'platform.view', about: 'The workspaces of the platform: plans, trials, suspensions', keywords: ['operator', 'tenants', 'suspend', 'trial', 'plan', 'console'] },
  // biome-ignore format: one line each
  { group: 'Settings', label: 'Settings', path: '/settings', params: '/:section?', icon: IconSettings, feature: 'settings', access: 'signed-in', shop: 'hidden', about: 'Workspace, profile, password, appearance', keywords: ['tenant', 'password', 'profile', 'theme', 'time zone'] },
];

type PageModule = { default: ComponentType };
const pages = import.meta.glob<PageModule>('../features/*/index.tsx');
const pageOf = (feature: string) => pages[`../features/${feature}/index.tsx`];

/** The areas that are built, each with the loader of its page. */
export const areas = table.flatMap((area) => {
  const load = pageOf(area.feature);
  return load ? [{ ...area, load }] : [];
});
export type BuiltArea = (typeof areas)[number];

const rank = (group: Area['group']) => (group === 'Market' ? 0 : 1);

/** Where people of a shop begin; every address of the vendors' portal lies below it. */
export const portal = '/marketplace/vendor';
export const isPortal = (pathname: string): boolean =>
  pathname === portal || pathname.startsWith(`${portal}/`);

/** Whether somebody sells on the market and has no office here: the portal is all there is for them, but for what they were granted. */
export const isShopOnly = (user: Holder | undefined): boolean =>
  mayDo('marketplace.sell', user) && !mayDo('dashboard.view', user);

/** The page to begin with. */
export const homeOf = (user: Holder | undefined): string => (isShopOnly(user) ? portal : '/dashboard');

/**
 * What somebody may see from an address, by group; groups without an area for them are left out. In the portal its areas
 * come first.
 */
export function navigationFor(user: Holder, pathname = '') {
  const shopOnly = isShopOnly(user);
  const open = areas.filter(({ access, shop }) => {
    if (refusalOf(access, user)) return false;
    return shop === 'only' ? shopOnly || isPortal(pathname) : !(shop && shopOnly);
  });
  const order = isPortal(pathname) ? groups.toSorted((one, other) => rank(one) - rank(other)) : groups;
  return order
    .map((group) => ({ group, areas: open.filter((area) => area.group === group) }))
    .filter((entry) => entry.areas.length > 0);
}

/** The area that an address belongs to. */
export function areaOf(pathname: string): BuiltArea | undefined {
  const found = areas.filter(
    ({ path, params }) => pathname === path || (params !== '' && pathname.startsWith(`${path}/`)),
  );
  // An area may lie below another's address: the longer one is meant.
  return found.sort((one, other) => other.path.length - one.path.length)[0];
}

/** Whether the page at an address fills the window and brings its own bars. */
export function isCanvas(pathname: string): boolean {
  const area = areaOf(pathname);
  const below = area ? pathname.slice(area.path.length).replace(/\/$/, '') : '';
  if (area?.layout === 'canvas-deep') return below !== '';
  return area?.layout === 'canvas-below' && /^\/[^/]+$/.test(below);
}
