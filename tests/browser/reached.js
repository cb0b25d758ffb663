// What is wrong with what a page shows: a field or button whose middle something else covers, a text in a column of under
// eight characters, a part of over a third of the screen that stays while the rest scrolls, a page wider than the screen.
// Folded parts are unfolded after a first look; a menu lies over what follows it, and is looked at alone.
() => {
  const wrong = new Set(), root = document.querySelector("main :popover-open") ?? document.querySelector("main")
  const words = (text) => text.trim().replace(/\s+/g, " ").slice(0, 50)
  const name = (one) => `${one.tagName.toLowerCase()} ${one.id || one.name || one.className} "${words(one.innerText)}"`
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]:not(:popover-open)")
  const middle = (one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" })
    const box = one.getBoundingClientRect()
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  }
  const look = (within) => {
    const fields = "input:not([type=hidden], [tabindex='-1']), select, textarea, button:enabled, a.button, a.quiet, summary"
    for (const one of [...within.querySelectorAll(fields)].filter(seen)) {
      const hit = middle(one.offsetWidth < 4 && one.labels?.length ? one.labels[0] : one)
      if (!hit || !(one.contains(hit) || hit.closest("label")?.control === one))
        wrong.add(`${name(one)} is covered by ${hit && name(hit)}`)
    }
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT), range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode, length = text.data.trim().length, parent = text.parentElement
      if (length < 24 || !seen(parent) || parent.closest(".visually-hidden, svg, select, textarea")) continue
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter((one) => one.width > 1)
      let block = parent
      while (getComputedStyle(block).display === "inline") block = block.parentElement
      const { paddingLeft, paddingRight } = getComputedStyle(block)
      const room = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      const letter = lines.reduce((sum, one) => sum + one.width, 0) / length
      if (lines.length > 1 && block.clientWidth > 1 && room < 8 * letter)
        wrong.add(`${name(parent)} is ${Math.round(room)} px wide`)
    }
    for (const one of within.querySelectorAll(":not([popover])"))
      if (/sticky|fixed/.test(getComputedStyle(one).position) && seen(one) && one.offsetHeight > innerHeight / 3)
        wrong.add(`${name(one)} is ${one.offsetHeight} px tall and stays`)
  }
  const needed = document.documentElement.scrollWidth
  if (needed > screen.width) wrong.add(`the page is ${needed} px wide`)
  look(root)
  const folded = [...root.querySelectorAll("details:not([open])")]
  for (const one of folded) {
    one.open = true
    const menu = one.querySelector(":scope > :is(.menu-items, .next-asks)")
    if (menu) { look(menu); one.open = false }
  }
  if (folded.some((one) => one.open)) look(root)
  for (const one of folded) one.open = false
  return [...wrong]
}
