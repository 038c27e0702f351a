// The events of Claude Code that tidegate answers, from inside the client: each goes to the host as
// the hook of hooks/hooks.json would get it, and the answer is put into the client's own words.
// No rule stands here; what counts where no answer comes is in last-resort.js.

import { ask, hostOf, rootOf } from './host.js'
import { denied } from './last-resort.js'

const JUDGED = ['Bash', 'Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']
const CHANGING = ['Bash', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']

export function register(on, options) {
  const host = hostOf(options)
  const agents = new Map() // the agent that makes a call, by the call's id
  const kinds = new Map() // the kind of an agent, by its id; of the session itself by ''

  on('tool.call', { agentId: /./ }, async ($, e, next) => {
    agents.set(e.tool_use_id, e.agentId)
    try {
      return await next(e)
    } finally {
      agents.delete(e.tool_use_id)
    }
  }).catch(($, e, next) => next(e))

  on('classic.PreToolUse', { tool: JUDGED }, async ($, e, next) => {
    const { tool, tool_use_id, ...tool_input } = e
    const [session_id, cwd] = await Promise.all([$.session.id(), $.session.cwd()])
    const agent_id = agents.get(tool_use_id)
    const said = await ask($, host, {
      session_id,
      cwd,
      hook_event_name: 'PreToolUse',
      agent_id,
      agent_type: kinds.get(agent_id ?? ''),
      tool_name: tool,
      tool_input,
      tool_use_id,
    })
    const context = said.additionalContext === undefined ? [] : [said.additionalContext]
    if (said.permissionDecision === 'deny') {
      return { deny: said.permissionDecisionReason, additionalContext: context }
    }
    const input = said.updatedInput
    const below = await next(input === undefined ? e : { ...input, tool, tool_use_id })
    return {
      ...(said.permissionDecision === 'ask' ? asked(below, said) : below),
      ...(input !== undefined && { updatedInput: below.updatedInput ?? input }),
      additionalContext: [...context, ...(below.additionalContext ?? [])],
    }
  }).catch(($, e, next) => {
    if (next.called || e.tool !== 'Bash') return next(e)
    const reason = denied(e.command, host, rootOf($.plugin.root))
    return reason === undefined ? next(e) : { deny: reason }
  })

  on('classic.PostToolUse', { tool_name: CHANGING }, ($, e, next) => told($, host, e, next))
    .catch(($, e, next) => next(e))

  on('classic.PostToolUseFailure', { tool_name: CHANGING }, ($, e, next) => told($, host, e, next))
    .catch(($, e, next) => next(e))

  on('classic.SessionStart', ($, e, next) => {
    if (e.agent_type !== undefined) kinds.set('', e.agent_type)
    return told($, host, e, next)
  }).catch(($, e, next) => next(e))

  on('classic.PreCompact', async ($, e, next) => {
    const [, below] = await Promise.all([ask($, host, e), next(e)])
    return below
  }).catch(($, e, next) => next(e))

  on('classic.SubagentStart', ($, e, next) => {
    kinds.set(e.agent_id, e.agent_type)
    return next(e)
  }).catch(($, e, next) => next(e))
}

function asked(below, said) {
  return below.deny === undefined ? { ...below, allow: undefined, ask: said.permissionDecisionReason } : below
}

// Other hooks of the event run meanwhile, as beside a hook that is a process.
async function told($, host, e, next) {
  const [said, below] = await Promise.all([ask($, host, e), next(e)])
  if (said.additionalContext === undefined) return below
  return { ...below, additionalContext: [...(below.additionalContext ?? []), said.additionalContext] }
}
