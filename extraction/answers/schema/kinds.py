"""The kinds of entities that schemas ask for, by schema.org type. A table only."""

from __future__ import annotations

# To add one: the types of schema.org whose entities have the kind's properties.
TYPES = {
    "product": "Product ProductGroup IndividualProduct SomeProducts ProductModel Vehicle Car SoftwareApplication MobileApplication "
    "WebApplication",
    "article": "Article NewsArticle BlogPosting Report ScholarlyArticle ReportageNewsArticle OpinionNewsArticle "
    "AnalysisNewsArticle "
    "LiveBlogPosting TechArticle SocialMediaPosting DiscussionForumPosting BackgroundNewsArticle ReviewNewsArticle APIReference",
    "event": "Event MusicEvent BusinessEvent SportsEvent Festival EducationEvent TheaterEvent SocialEvent ExhibitionEvent "
    "ScreeningEvent ComedyEvent DanceEvent FoodEvent LiteraryEvent ChildrensEvent Hackathon CourseInstance VisualArtsEvent",
    "recipe": "Recipe",
    "job": "JobPosting",
    "organization": "Organization Corporation LocalBusiness Store Restaurant Hotel ProfessionalService MedicalBusiness Dentist "
    "Physician LegalService Bakery CafeOrCoffeeShop BarOrPub FoodEstablishment AutoRepair AutoDealer HairSalon BeautySalon "
    "NGO EducationalOrganization School CollegeOrUniversity GovernmentOrganization NewsMediaOrganization Library Museum "
    "HealthAndBeautyBusiness HomeAndConstructionBusiness LodgingBusiness Electrician Plumber RealEstateAgent FinancialService "
    "ClothingStore BookStore GroceryStore ElectronicsStore FurnitureStore HardwareStore Pharmacy SportsActivityLocation "
    "ExerciseGym TravelAgency OnlineStore OnlineBusiness MedicalClinic Hospital AnimalShelter VeterinaryCare BikeStore Florist "
    "BedAndBreakfast Hostel Motel Resort Campground TouristAttraction Winery Brewery DaySpa ShoppingCenter MovieTheater Notary "
    "Attorney AccountingService InsuranceAgency EmploymentAgency Optician MovingCompany RoofingContractor HousePainter "
    "Locksmith HVACBusiness",
    "question": "Question",
    "estate": "RealEstateListing Apartment House SingleFamilyResidence Residence Accommodation ApartmentComplex",
    "comment": "Comment UserComments",
    "review": "Review UserReview CriticReview EmployerReview",
    "video": "VideoObject Movie TVEpisode TVSeries Clip",
    "book": "Book Audiobook",
    "course": "Course",
    "person": "Person",
    "offer": "Offer AggregateOffer Demand",
    "rating": "Rating AggregateRating",
    "address": "PostalAddress",
    "place": "Place VirtualLocation",
    "salary": "MonetaryAmount MonetaryAmountDistribution QuantitativeValue",
    "nutrition": "NutritionInformation",
    "geo": "GeoCoordinates",
    "hours": "OpeningHoursSpecification",
    "contact": "ContactPoint",
    "step": "HowToStep HowToSection HowToDirection",
    "breadcrumb": "ListItem",
    "download": "DataDownload",
}
