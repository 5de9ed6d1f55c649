"""Operations about companies: brands, logos, styleguides."""

from __future__ import annotations

from contract.operation_rows.definition import Form, Operation, Tool
from contract.options.brand import BrandBatchOptions, BrandLogoOptions, BrandOptions
from contract.options.styleguide import StyleguideOptions
from contract.queues import JOBS_QUEUE
from contract.results.brands.brand import BrandResult
from contract.results.brands.brand_lookup import BrandBatchResult, ChosenLogo
from contract.results.brands.styleguide import StyleguideResult

BRAND = Operation(
    name="brand",
    summary="Look up the brand of a domain",
    description="Returns the stored brand. The home page of an unknown domain is fetched and read while the call waits.",
    tag="brand",
    method="GET",
    path="/v1/web/brand",
    subject="domain",
    options=BrandOptions,
    result=BrandResult,
    answer="The brand.",
    more_failures=(404, 502),
    queue=JOBS_QUEUE,
    credits=5,
    unit="per resolved domain",
    operation_id="getBrand",
    client_method="brand",
    command="Look up the brand of a domain, without a server.",
    tool=Tool(name="brand", hint=": name, description, logos, colours, fonts and profiles."),
    form=Form(title="Brand", common=("domain",)),
)

BRAND_BATCH = Operation(
    name="brand-batch",
    summary="Look up the brands of up to 50 domains",
    description="Only resolved brands are charged. A domain that appears more than once is resolved and charged once.",
    tag="brand",
    path="/v1/web/brand",
    subject="domains",
    options=BrandBatchOptions,
    result=BrandBatchResult,
    answer="One entry per domain, in the order of the request.",
    status=201,
    queue=JOBS_QUEUE,
    credits=BRAND.credits,
    unit=BRAND.unit,
    most=lambda options: BRAND.credits * len(options.hosts),
    operation_id="getBrands",
    client_method="brands",
    form=Form(title="Brands", common=("domains",)),
)

BRAND_LOGO = Operation(
    name="brand-logo",
    summary="Choose a logo of a domain",
    description="Returns the URL of the image that suits the theme and the type best. A brand without a logo is not charged.",
    tag="brand",
    method="GET",
    path="/v1/web/brand/logo",
    subject="domain",
    options=BrandLogoOptions,
    result=ChosenLogo,
    answer="The logo. `data` is null when the brand has none.",
    more_failures=(404, 502),
    may_be_null=True,
    queue=JOBS_QUEUE,
    credits=1,
    unit="per call that returns a logo",
    operation_id="getBrandLogo",
    client_method="brand_logo",
    tool=Tool(name="logo", hint=": returns the URL of its image, or null."),
    form=Form(title="Logo", common=("domain", "type", "theme")),
)

STYLEGUIDE = Operation(
    name="styleguide",
    summary="Read the design system of a site",
    description=(
        "Renders the home page in a browser and reads its computed styles: colours by role with contrast ratios, type"
        " scale, radii, spacing, shadows and buttons. The record is stored and served for 3 weeks. A value that cannot"
        " be read is null, and `warnings` names it. A page whose style sheets did not load is not stored and not"
        " charged. A home page that cannot be read is not rendered again for a minute, unless `maxAge` is 0."
    ),
    tag="styleguide",
    method="GET",
    path="/v1/web/styleguide",
    subject="domain",
    options=StyleguideOptions,
    result=StyleguideResult,
    answer="The styleguide.",
    more_failures=(404, 502),
    queue=JOBS_QUEUE,
    credits=10,
    operation_id="getStyleguide",
    client_method="styleguide",
    command="Read the design system of a site, without a server.",
    tool=Tool(name="styleguide", hint=": colours by role with contrast ratios, type scale, radii, spacing, buttons."),
    form=Form(title="Styleguide", common=("domain",)),
)

# Started by logo serving for a domain that is not stored. Its result is the stored logo files.
LOGO = Operation(
    name="logo",
    summary="Resolve a domain for logo serving",
    options=BrandOptions,
    result=type(None),
    queue=JOBS_QUEUE,
    credits=0,
    command="Save the logo of a domain, without a server.",
)
