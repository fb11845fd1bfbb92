// @ts-check
/** Agents that cannot play a variant, in lists of agents. */

/**
 * Marks, in all lists of agents within an element, those that cannot play: they say why, and cannot be chosen.
 * @param {ParentNode} element @param {{agents: {name: string, unavailable: string | null}[]}} variant
 */
export function markUnavailable(element, { agents }) {
  for (const option of element.querySelectorAll("option")) {
    const agent = agents.find((known) => known.name === option.value);
    if (!agent) continue;
    option.dataset.name ??= option.textContent ?? "";
    option.disabled = agent.unavailable !== null;
    option.textContent = option.dataset.name + (agent.unavailable ? ` (${agent.unavailable})` : "");
  }
}
